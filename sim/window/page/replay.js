// A record replayed on the table: a slider over its actions, and a button that lets it run.

const PACE_MS = 900; // between two actions

export class Replay {
  constructor(bar, { ask, complain }) {
    Object.assign(this, { bar, ask, complain });
    this.range = bar.querySelector("input");
    this.button = bar.querySelector("button");
    this.said = bar.querySelector("output");
    this.range.addEventListener("input", () => this.go(this.range.valueAsNumber));
    this.button.addEventListener("click", () => this.run(!this.timer));
  }

  // Open the record that the page's address names, if it does. `hello` tells which boards fit.
  async begin(hello) {
    const name = new URLSearchParams(location.search).get("record");
    if (!name || this.lines) return;
    const answer = await fetch(`records/${encodeURIComponent(name)}`);
    if (!answer.ok) {
      this.complain(`there is no record ${name}: give its folder with play --records`);
      return;
    }
    const [header, ...rest] = (await answer.text()).split("\n").filter((line) => line.trim());
    const game = JSON.parse(header);
    // Without the seed the table waits for the record's chance, and draws none of its own.
    this.lines = [JSON.stringify({ ...game, seed: null })];
    this.lines.push(...rest.filter((line) => "n" in JSON.parse(line)));
    await this.ask("profile", { name: hello.fits[game.game][0] });
    this.range.max = this.lines.length - 1;
    this.bar.hidden = false;
    await this.go(0);
  }

  // Show the table after so many actions. Only the latest wish counts while the table is busy.
  async go(actions) {
    this.range.value = this.wanted = actions;
    this.said.textContent = `${actions} of ${this.range.max}`;
    if (this.busy) return;
    this.busy = true;
    while (this.shown !== this.wanted) {
      this.shown = this.wanted;
      const answer = await this.ask("load", { lines: this.lines.slice(0, 1 + this.shown) });
      if (!answer.ok) this.complain(answer.why);
    }
    this.busy = false;
  }

  run(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.step(), PACE_MS) : undefined;
    this.button.textContent = on ? "Pause" : "Run";
  }

  step() {
    if (this.wanted < this.lines.length - 1) this.go(this.wanted + 1);
    else this.run(false);
  }
}
