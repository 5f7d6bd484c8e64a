// Where the RP2040 has its memories (data sheet, 2.2).

export const ROM_END = 0x4000; // from 0 on
export const XIP = 0x10000000; // flash, through the cache
export const XIP_END = 0x11000000;
export const SRAM = 0x20000000;
export const SRAM_END = 0x20042000;
