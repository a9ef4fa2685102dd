import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

// The browser looks nothing up by itself, so that a test sees only what the product asks for.
const args = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
// Chromium's sandbox refuses to run for root, who runs the tests in a container.
if (process.getuid?.() === 0) args.push('--no-sandbox')

const size = (name: string, width: number, height: number) => ({ name, use: { viewport: { width, height } } })

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/build.ts',
  forbidOnly: true,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { executablePath: await findChromium(), args },
    actionTimeout: 15_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'retain-on-failure',
  },
  projects: [size('desktop', 1280, 800), size('phone', 360, 740)],
})
