import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

// The browser looks nothing up by itself, so that a test sees only what the product asks for.
const args = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
// Chromium's sandbox refuses to run for root, who runs the tests in a container.
if (process.getuid?.() === 0) args.push('--no-sandbox')

/** A journey tagged with the name of another size proves nothing more at this one. */
const size = (name: string, other: string, width: number, height: number) => ({
  name,
  grepInvert: new RegExp(`@${other}`),
  use: { viewport: { width, height } },
})

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/build.ts',
  forbidOnly: true,
  fullyParallel: true,
  workers: Math.min(2, availableParallelism()),
  // Generous, because a journey waits for what it expects, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { executablePath: await findChromium(), args },
    actionTimeout: 30_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
  },
  projects: [size('desktop', 'phone', 1280, 800), size('phone', 'desktop', 360, 740)],
})
