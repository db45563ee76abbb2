import type { Configuration } from 'electron-builder';

/**
 * Where a packaged app asks for updates, a folder on an https server; without it the app never asks anybody.
 */
const { SLUICE_UPDATE_URL: updateAddress } = process.env;
// Whoever stands between would choose what runs.
if (updateAddress && !/^https:[/]{2}|^http:[/]{2}127\.0\.0\.1[:/]/.test(updateAddress))
  throw new Error('SLUICE_UPDATE_URL is an https address.');

/**
 * Installers of the desktop app: `npm run package`. Reasons, and what has never been tried, are in
 * docs/packaging.md.
 */
export default {
  appId: 'app.sluice.desktop',
  productName: 'Sluice',
  copyright: 'The Sluice contributors, MIT licence',
  directories: { output: 'dist', buildResources: 'resources' },
  files: [
    'out/{main,preload,renderer}/**',
    'resources/icons/*.png',
    'resources/locales/*.json',
    'package.json',
    // What paints for libraries of PDF in Node, native code: only those at development ask for it.
    '!node_modules/@napi-rs/**',
  ],
  // Copied out as a folder, which nothing inside the archive can be.
  extraResources: [{ from: 'resources/samples', to: 'samples' }],
  // Only programs of the operating system, which cannot be started from inside the archive, lie outside of
  // it: what lies outside is not covered by the check of its integrity.
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/trash/lib/{macos-trash,windows-trash.exe}'],
  // There are no native modules.
  npmRebuild: false,
  icon: 'resources/icons/icon.png',
  protocols: [{ name: 'Sluice document', schemes: ['sluice'] }],
  // No name of a server is known here: `app-update.yml` is written, and the menu item appears, only with an
  // address.
  publish: updateAddress ? [{ provider: 'generic', url: updateAddress }] : null,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // An app that nobody signs would not start on Apple's processors: the fuses break Electron's own
    // signature.
    resetAdHocDarwinSignature: true,
  },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  mac: {
    target: ['dmg', 'zip'],
    category: 'public.app-category.business',
    hardenedRuntime: true,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    icon: 'resources/icons/sizes',
    maintainer: 'The Sluice contributors <sluice@example.invalid>',
    synopsis: 'Gets documents into a content service',
  },
} satisfies Configuration;
