import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findHeadlessShell, withoutAddressBar } from './scripts/chromium.ts'

// The browser looks nothing up by itself, so that a test sees only what the product asks for, and paints without a simulated GPU.
const args = [
  withoutAddressBar,
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // Pages of one address share a process: starting one for each takes a twentieth of the time.
  '--disable-site-isolation-trials',
  // Gives pages `chrome.gpuBenchmarking`, the only way to a finger whose long press selects a word.
  '--enable-gpu-benchmarking',
]
// Chromium's sandbox refuses to run for root, who runs the tests in a container.
if (process.getuid?.() === 0) args.push('--no-sandbox')

type Size = { name: string; other: string; width: number; height: number; reducedMotion: 'reduce' | 'no-preference' }

/** A journey tagged with the name of another size proves nothing more at this one. */
const size = ({ name, other, width, height, reducedMotion }: Size) => ({
  name,
  grepInvert: new RegExp(`@${other}`),
  use: { viewport: { width, height }, contextOptions: { reducedMotion } },
})

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/build.ts',
  forbidOnly: true,
  fullyParallel: true,
  // One more than there are cores, because journeys wait a quarter of their time, as people do.
  workers: Math.min(3, availableParallelism() + 1),
  // Generous, because a journey waits for what it expects, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await findHeadlessShell(), args },
    actionTimeout: 30_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Its fetches would be in the journeys' way; e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every step takes a quarter of the time: `TRACE=on npx playwright test account` does it for those that are looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    // Some people ask for less motion, and nothing may depend on it: one size walks without, the other with.
    size({ name: 'desktop', other: 'phone', width: 1280, height: 800, reducedMotion: 'reduce' }),
    size({ name: 'phone', other: 'desktop', width: 360, height: 740, reducedMotion: 'no-preference' }),
  ],
})
