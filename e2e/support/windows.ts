export const usualWindow = { width: 1280, height: 800 } as const;

/** What a window of the `agent` project is opened with. */
export const windowOptions = { viewport: usualWindow, locale: 'en-GB', timezoneId: 'UTC' };

/**
 * The windows that every page is looked at in, CSS pixels. Zooming to 200 % halves what a window has of
 * them.
 */
export const windows = [
  { name: '640', width: 640, height: 800 },
  { name: '900', width: 900, height: 600 },
  { name: '1280', ...usualWindow },
  { name: '2560', width: 2560, height: 1440 },
  { name: '1280 at 200 %', width: 640, height: 400 },
] as const;
