import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { allFields } from '../settings/fields.ts';

const folder = new URL('../../../resources/locales/', import.meta.url);
const files = readdirSync(folder);
const read = (file: string) =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>;
const english = read('en.json');

type Ast = ReturnType<IntlMessageFormat['getAst']>;
const [literal, argument, plural] = [0, 1, 6];

/** What stands in a sentence, such as `name` and `count chooses`, and what is wrong with it. */
function placesOf(
  elements: Ast,
  language: string,
  chosen: readonly string[] = [],
): { names: string[]; faults: string[] } {
  const names: string[] = [];
  const faults: string[] = [];
  for (const element of elements) {
    if (!('value' in element) || Number(element.type) === literal) continue;
    const name = String(element.value);
    if (Number(element.type) === argument && chosen.includes(name)) faults.push(`{${name}} is # there`);
    names.push(Number(element.type) === argument ? name : `${name} chooses`);
    if (!('options' in element)) continue;
    if (Number(element.type) === plural) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const forms = Object.keys(element.options).filter((form) => !form.startsWith('='));
      if (forms.sort().join() !== [...pluralCategories].sort().join())
        faults.push(`has the forms ${forms.join(', ')}`);
    }
    for (const option of Object.values(element.options)) {
      const inside = placesOf(option.value, language, [...chosen, name]);
      names.push(...inside.names);
      faults.push(...inside.faults);
    }
  }
  return { names: [...new Set(names)].sort(), faults };
}

const astOf = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst();

test('there is English, and more than English', () => {
  expect(files).toContain('en.json');
  expect(files.length).toBeGreaterThan(1);
  expect(Object.keys(english).length).toBeGreaterThan(1_000);
});

describe.each(files)('%s', (file) => {
  const language = file.replace(/\.json$/, '');
  const locale = read(file);

  test('is called as its language is', () => {
    expect(file).toBe(`${Intl.getCanonicalLocales(language)[0]}.json`);
  });

  test('says something under every key of English and no other, in order', () => {
    expect(Object.keys(locale)).toEqual(Object.keys(english).sort());
    expect(Object.keys(locale).filter((key) => locale[key]?.trim() === '')).toEqual([]);
  });

  test('is ICU MessageFormat, with the values of English and all plural forms of its language', () => {
    const faults = Object.entries(locale).flatMap(([key, text]) => {
      const { names, faults: found } = placesOf(astOf(text, language), language);
      const { names: expected } = placesOf(astOf(english[key] ?? '', 'en'), 'en');
      // Where a language has one form for all, nothing has to choose.
      const plain = (all: string[]) =>
        [...new Set(all.map((name) => name.replace(' chooses', '')))].sort().join();
      return [
        ...found,
        ...(plain(names) === plain(expected) ? [] : [`has ${names}, English has ${expected}`]),
      ].map((fault) => `${key} ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});

test('a fault is found', () => {
  const faultsOf = (text: string) => placesOf(astOf(text, 'pl'), 'pl').faults;
  expect(faultsOf('{count, plural, one {{count} plik} other {# pliki}}')).toEqual([
    'has the forms one, other',
    '{count} is # there',
  ]);
});

/** Places that hold words, dates, sizes, lengths of time or averages; every other one holds a number. */
const words = new Set(
  `all amount answer at below by bytes choice column columns database each end error everyMs field first
   folder from host id inner kind label least left line list machine mean most milliseconds ms name origin
   other outer parameter path place places process question reason received second sent setting since settleMs
   size time to trouble user value version when`.split(/\s+/),
);
/** What may follow a number of any size unchosen: it is no noun, has no number, or is the same in both. */
const unmoved: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('of to in so and being completed done failed found selected up uploaded more'.split(' ')),
  de: new Set(
    `von beim bis fertig in und ausgewählt eingeben entfernen erledigt erneut fehlgeschlagen gewählte
     hochgeladen nach weitere zeigen Schlüssel Treffer`.split(/\s+/),
  ),
};
/** Between a number and what it counts. */
const between = /^ (?:more|weitere)(?= )/;
/** Sentences in which the number names one thing: “line 3 is”. */
const names = new Set(['explorer.batchProblem']);

/** The words after a number that should choose them. */
function movedBy(elements: Ast, language: string): string[] {
  return elements.flatMap((element, index) => {
    if (Number(element.type) !== argument || !('value' in element) || words.has(String(element.value)))
      return [];
    const next = elements[index + 1];
    if (next === undefined || Number(next.type) !== literal || !('value' in next)) return [];
    const [, word] = /^[ \u00a0](\.?[\p{L}-]+)/u.exec(String(next.value).replace(between, '')) ?? [];
    return word === undefined || unmoved[language]?.has(word) ? [] : [`{${element.value}} ${word}`];
  });
}

test.each(Object.keys(unmoved))('%s: a number chooses the words that go by it', (language) => {
  const faults = Object.entries(read(`${language}.json`)).flatMap(([key, text]) =>
    names.has(key) ? [] : movedBy(astOf(text, language), language).map((fault) => `${key}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('a number that chooses nothing is found', () => {
  const found = (text: string) => movedBy(astOf(text, 'en'), 'en');
  expect(found('{count} more .ignore files are not followed')).toEqual(['{count} .ignore']);
  expect(found('the drive of {count} files, {done} of {total} done, {count} more')).toEqual([
    '{count} files',
  ]);
  expect(found('{count, plural, one {# file} other {# files}} in {path} are')).toEqual([]);
});

test('every sentence is said somewhere', () => {
  const text = ['renderer', 'shared', 'main', 'cli'].map((room) => sourcesOf(room)).join('\n');
  const quoted = new Set(`${text}${sourcesOf('core')}`.match(/'[\w.-]+'/g));
  // `t(`state.${state}`)` uses every key that begins so.
  const prefixes = [...text.matchAll(/`([a-zA-Z.-]+\.)\$\{/g)].map(([, prefix]) => prefix ?? '');
  for (const [, { form }] of allFields)
    if (form?.kind === 'choice' || form?.kind === 'choices') prefixes.push(`${form.label}.`);
  const unused = Object.keys(english).filter(
    (key) => !quoted.has(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

function sourcesOf(room: string): string {
  const root = new URL(`../../${room}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n');
}
