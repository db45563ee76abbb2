/** Text for a page of the manual, in the macros of man(7): nothing of it is taken for a command. */
export function roffText(text: string): string {
  return (
    text
      .replaceAll('\\', '\\e')
      // A hyphen that may be copied, and never becomes a dash.
      .replaceAll('-', '\\-')
      .replaceAll("'", '\\(aq')
      .replaceAll('`', '\\(ga')
      .replaceAll('^', '\\(ha')
      .replaceAll('~', '\\(ti')
      .replaceAll('"', '\\(dq')
      .replaceAll(/^\./gm, '\\&.')
  );
}

/** The same for a sentence of the help: what stands between backticks is shown as something to type. */
export function roffSentence(text: string): string {
  const parts = text.replaceAll(/\s+/g, ' ').trim().split('`');
  return parts.map((part, index) => (index % 2 === 1 ? bold(part) : roffText(part))).join('');
}

/** What is typed as it stands. */
export const bold = (text: string) => `\\fB${roffText(text)}\\fR`;

/** What something else is put in place of. */
export const italic = (text: string) => `\\fI${roffText(text)}\\fR`;

/** Lines shown as they are. */
export const example = (text: string) => `.EX\n${roffText(text)}\n.EE`;

/** A term and what is said of it. */
export const entry = (term: string, said: string) => `.TP\n${term}\n${said}`;
