/**
 * Features that are off in the browsers of end-to-end tests and benchmarks. Chromium heeds the last list
 * only, so this repeats what Playwright turns off. Two are pages for suggestions below the address, where
 * nobody types: Chromium renders them for each new window, at half a second of processor time apiece. The
 * last one keeps a process ready for the next page: two of the five that a new window started.
 */
const disabledFeatures = [
  'Translate',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** What Chromium is started with, besides what Playwright gives it. */
export const browserArguments: readonly string[] = [`--disable-features=${disabledFeatures.join(',')}`];
