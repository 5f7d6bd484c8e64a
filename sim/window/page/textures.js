// Wood, felt and brushed metal, drawn once from their SVG files and kept as pictures: the noise in
// them is too dear to be computed again for every repaint.

const TEXTURES = ["walnut", "felt", "brushed"];

// Put each texture into the CSS variable of its name.
export function makeTextures() {
  return Promise.all(TEXTURES.map(async (name) => {
    const drawing = new Image();
    drawing.src = `${name}.svg`;
    await drawing.decode();
    const canvas = document.createElement("canvas");
    canvas.width = drawing.naturalWidth;
    canvas.height = drawing.naturalHeight;
    canvas.getContext("2d").drawImage(drawing, 0, 0);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve));
    const url = URL.createObjectURL(picture);
    document.documentElement.style.setProperty(`--${name}`, `url("${url}")`);
  }));
}
