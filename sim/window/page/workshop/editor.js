// The editor of the rules: CodeMirror, loaded when the workshop opens, with the names of the
// protocol to complete, and marks at the lines of mistakes.

const CHANGED_MS = 350; // without a key, until what is written is run

// Make an editor in an element. `changed(text)` is called as soon as the text is another one,
// `paused()` once nobody has pressed a key for a moment, `run()` for Ctrl-Enter.
/**
 * @param {HTMLElement} parent
 * @param {string} label
 * @param {ProtocolName[]} names
 * @param {{changed: (text: string) => void, paused: () => void, run: () => void}} on
 */
export async function makeEditor(parent, label, names, on) {
  const cm = await import("./codemirror.js");
  /** @type {number | undefined} */
  let timer; // set as long as what is written has not been run
  const settle = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    on.paused();
  };
  const look = cm.HighlightStyle.define([
    { tag: cm.tags.keyword, color: "var(--code-word)" },
    { tag: [cm.tags.string, cm.tags.special(cm.tags.string)], color: "var(--code-text)" },
    { tag: cm.tags.comment, color: "var(--faint)", fontStyle: "italic" },
    { tag: [cm.tags.number, cm.tags.bool, cm.tags.null], color: "var(--code-number)" },
    { tag: cm.tags.definition(cm.tags.variableName), color: "var(--code-name)" },
    { tag: cm.tags.className, color: "var(--code-name)", fontWeight: "600" },
  ]);
  const run = () => {
    on.run();
    return true;
  };
  const known = names.map(({ name, kind, form, says }) => ({
    label: name,
    type: kind,
    detail: form,
    info: says,
    boost: 2,
  }));
  const basis = [
    cm.lineNumbers(),
    cm.lintGutter(),
    cm.history(),
    cm.drawSelection(),
    cm.indentOnInput(),
    cm.bracketMatching(),
    cm.closeBrackets(),
    cm.highlightActiveLine(),
    cm.highlightActiveLineGutter(),
    cm.highlightSelectionMatches(),
    cm.autocompletion(),
    cm.indentUnit.of("    "),
    cm.EditorView.lineWrapping,
    cm.syntaxHighlighting(look),
    cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    cm.keymap.of([
      { key: "Mod-Enter", run },
      ...cm.closeBracketsKeymap,
      ...cm.lintKeymap,
      ...cm.searchKeymap,
      ...cm.historyKeymap,
      ...cm.defaultKeymap,
      cm.indentWithTab,
    ]),
    cm.EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      on.changed(update.state.doc.toString());
      clearTimeout(timer);
      timer = setTimeout(settle, CHANGED_MS);
    }),
  ];
  const code = cm.python();
  const rules = [
    code,
    code.language.data.of({
      autocomplete: (/** @type {import("@codemirror/autocomplete").CompletionContext} */ at) => {
        const word = at.matchBefore(/[\w]+/);
        return word || at.explicit ? { from: word?.from ?? at.pos, options: known } : null;
      },
    }),
  ];
  const view = new cm.EditorView({ parent, extensions: basis });
  /** @type {Map<string, import("@codemirror/state").EditorState>} */
  const states = new Map(); // by path: what is not shown, with its own history of changes
  let shown = "";

  return {
    // Show a file; its text counts only where it has not been shown since `forget`.
    /**
     * @param {string} path
     * @param {string} text
     */
    show(path, text) {
      if (shown) states.set(shown, view.state);
      const extensions = path.endsWith(".py") ? [rules, basis] : basis;
      view.setState(states.get(path) ?? cm.EditorState.create({ doc: text, extensions }));
      shown = path;
    },

    // Forget all files, since another game comes.
    forget() {
      states.clear();
      shown = "";
      clearTimeout(timer);
      timer = undefined;
    },

    // Run what is written now, if that is due; a list of completions that is still to come would
    // cover what is found.
    settle() {
      cm.closeCompletion(view);
      settle();
    },

    // Mark the lines of mistakes in the file that is shown.
    /** @param {{line: number, text: string}[]} mistakes */
    mark(mistakes) {
      const { doc } = view.state;
      const found = mistakes.flatMap(({ line, text }) => {
        if (line < 1 || line > doc.lines) return [];
        const { from, to } = doc.line(line);
        const start = from + (doc.line(line).text.match(/^\s*/)?.[0].length ?? 0);
        return [{ from: start, to, severity: /** @type {const} */ ("error"), message: text }];
      });
      view.dispatch(cm.setDiagnostics(view.state, found));
    },

    // Put the cursor into a line, and the line into sight.
    /** @param {number} line */
    go(line) {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: cm.EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },

    focus: () => view.focus(),
  };
}
