// Wood, felt and brushed metal: draws each once from its SVG file and keeps the picture, because
// computing the noise for every repaint would be too slow.

import { context2d } from "../common/elements.js";

const TEXTURES = ["walnut", "felt", "brushed"];

// Put each texture into the CSS variable of its name, all at once: each change repaints the page.
export async function makeTextures() {
  const pictures = await Promise.all(TEXTURES.map(picture));
  const { style } = document.documentElement;
  for (const [i, url] of pictures.entries()) style.setProperty(`--${TEXTURES[i]}`, `url("${url}")`);
}

/** @param {string} name */
async function picture(name) {
  const drawing = new Image();
  drawing.src = `pictures/${name}.svg`;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawing.naturalWidth;
  canvas.height = drawing.naturalHeight;
  context2d(canvas).drawImage(drawing, 0, 0);
  /** @type {Blob} */
  const blob = await new Promise((resolve) => {
    canvas.toBlob((made) => made && resolve(made));
  });
  return URL.createObjectURL(blob);
}
