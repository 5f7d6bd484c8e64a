// The types of noble.js, which is made from noble.js beside this folder.
export * from "../noble.js";
