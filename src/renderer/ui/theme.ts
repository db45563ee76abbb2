import { createTheme, Drawer, type MantineColorsTuple, Modal, Tooltip } from '@mantine/core';

/** The teal of the water in the icon: the only accent. Shade 6 has a contrast above 4.5 with white. */
const sluice: MantineColorsTuple = [
  '#e8f6f8',
  '#cfebef',
  '#a0d9e0',
  '#6dc4cf',
  '#3fb0bf',
  '#1f94a5',
  '#0f7687',
  '#0c6675',
  '#0a5663',
  '#07404a',
];

/** Greys with a touch of the icon's blue, so that dark is calm and not black. */
const dark: MantineColorsTuple = [
  '#d3dae0',
  '#b4bec7',
  '#94a1ac',
  '#6f7d89',
  '#46535e',
  '#313c46',
  '#242d35',
  '#1b2229',
  '#151b21',
  '#10151a',
];

/**
 * Small type, tight spacing: a tool that is open all day. The variables this makes stand in
 * `theme-variables.css`, because the content security policy lets no page write a style element; a test keeps
 * the file up to date.
 */
export const theme = createTheme({
  primaryColor: 'sluice',
  primaryShade: 6,
  colors: { sluice, dark },
  fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the scroll bar writes a style element, which the policy refuses.
    Modal: Modal.extend({ defaultProps: { lockScroll: false } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } },
    }),
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    MultiSelect: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    TagsInput: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    Autocomplete: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    Switch: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
  },
});
