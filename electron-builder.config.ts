import type { Configuration } from 'electron-builder';

/**
 * Where a packaged app asks for updates, a folder on an https server; without it the app never asks anybody.
 */
const { SLUICE_UPDATE_URL: updateAddress } = process.env;
// Whoever stands between would choose what runs; on this machine too, where a port is whoever's took it
// first.
if (updateAddress && URL.parse(updateAddress)?.protocol !== 'https:')
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
    'resources/icons/*.{png,ico}',
    'resources/locales/*.json',
    'package.json',
    // What paints for libraries of PDF in Node, native code: only those at development ask for it.
    '!node_modules/@napi-rs/**',
  ],
  // Copied out as a folder, which nothing inside the archive can be. Each system has its launcher of the
  // command line beside it, in `bin`: it starts the program itself (docs/adr/0034).
  extraResources: [{ from: 'resources/samples', to: 'samples' }],
  // Nothing lies outside the archive: what does is not covered by the check of its integrity.
  asar: { smartUnpack: false },
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
  // The MSI is for those who install on many computers. It never updates itself, and stands beside one of
  // NSIS as a second app (https://github.com/electron-userland/electron-builder/issues/6965).
  win: { target: ['nsis', 'msi'], extraResources: [{ from: 'resources/launchers/windows', to: 'bin' }] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  msi: { oneClick: true, perMachine: true },
  mac: {
    extraResources: [{ from: 'resources/launchers/mac', to: 'bin' }],
    // For both kinds of processors. The fuses are set after the two were merged; that they are, in both, is
    // checked in what comes out (https://github.com/electron-userland/electron-builder/issues/8798).
    target: [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    category: 'public.app-category.business',
    hardenedRuntime: true,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },
  // The older tools write `--no-sandbox` into the menu entry of an AppImage
  // (https://www.electron.build/docs/api/app-builder-lib.Interface.ToolsetConfig).
  toolsets: { appimage: '1.0.3' },
  linux: {
    extraResources: [{ from: 'resources/launchers/linux', to: 'bin' }],
    target: ['AppImage', 'deb'],
    // The entry of the menu is called as `desktopName` in package.json says, by which desktops know the
    // window (https://www.electron.build/linux#window-association-desktopname--syncdesktopname).
    syncDesktopName: true,
    category: 'Office',
    icon: 'resources/icons/sizes',
    maintainer: 'The Sluice contributors <sluice@example.invalid>',
    synopsis: 'Gets documents into a content service',
  },
} satisfies Configuration;
