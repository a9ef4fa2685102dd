import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const otherPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Features that Playwright disables: a second switch replaces its own. */
const disabledByPlaywright = [
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
]

/**
 * A switch for every Chromium that Playwright starts. The drop-downs of the address bar, which no test sees, are pages of their own and
 * take two thirds of a second of processor time for each window.
 */
export const withoutAddressBar = `--disable-features=${[...disabledByPlaywright, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']}`

const onPath = (wanted: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

const ownDownload = async (): Promise<string | undefined> => {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

const installed = async (): Promise<string | undefined> => {
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the packages "chromium" and "chromium-headless-shell".')
    const install = (name: string): boolean => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
    const hasInstalled = run('apt-get', 'update', '-qq') && install('chromium')
    if (hasInstalled) install('chromium-headless-shell')
    if (hasInstalled) return onPath(names)
  }
  console.log('No Chromium found: downloading the one from Playwright.')
  return run('npx', 'playwright', 'install', 'chromium') ? ownDownload() : undefined
}

/**
 * Returns the browser of the tests: `CHROMIUM_PATH`, else the machine's own, else the one Playwright has downloaded before, else
 * one that is installed now. Throws one sentence if there is none.
 */
export const findChromium = async (): Promise<string> => {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, but that file does not exist.`)
  const found = given ?? onPath(names) ?? otherPlaces.find((path) => existsSync(path)) ?? (await ownDownload()) ?? (await installed())
  if (!found) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.')
  return found
}

/**
 * Returns Chromium without the windows of a browser, with which walks take 0.83 × the processor time, if the machine has it, and else
 * the browser of `findChromium`. It delivers no messages of a push service.
 */
export const findHeadlessShell = async (): Promise<string> => {
  const browser = await findChromium()
  return process.env.CHROMIUM_PATH ? browser : (onPath(['chromium-headless-shell', 'chrome-headless-shell']) ?? browser)
}
