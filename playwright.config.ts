import { defineConfig } from '@playwright/test'
import { launchOf } from './e2e/browser.ts'
import { isLong } from './e2e/full-run.ts'
import { findTestChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Starts a portal with a new database, and sets PONTIC_E2E_URL.
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  // Time-outs are long enough for a busy machine. No test waits for them to expire.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PONTIC_E2E_REPORT ?? '.cache/reports/e2e.json' }]],
  use: {
    ...(process.env.PONTIC_E2E_URL ? { baseURL: process.env.PONTIC_E2E_URL } : {}),
    browserName: 'chromium',
    headless: true,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    video: 'off',
    // Animations take about an eighth of the processor time of a page with menus and dialogs. The full run has them.
    ...(isLong ? {} : { contextOptions: { reducedMotion: 'reduce' } }),
    launchOptions: launchOf(findTestChromium()),
  },
  projects: [{ name: 'chromium' }],
})
