import {
  convertCssVariables,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  DEFAULT_THEME,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

test('the style sheet holds the variables of the theme; `vitest run -u` writes them anew', async () => {
  const own = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const byDefault = defaultCssVariablesResolver(DEFAULT_THEME);
  const css = convertCssVariables(
    {
      variables: differing(own.variables, byDefault.variables),
      light: differing(own.light, byDefault.light),
      dark: differing(own.dark, byDefault.dark),
    },
    ':root',
  );
  const lines = css.replaceAll(/([{;])/g, '$1\n').replaceAll('}', '}\n');
  await expect(lines).toMatchFileSnapshot('./theme-variables.css');
});

function differing(all: Record<string, string>, known: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => known[name] !== value));
}
