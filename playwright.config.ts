import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Set by tools/commands/test.ts, which finds or installs a browser; without them Playwright looks for its own.
const executablePath = process.env.AURA_BROWSER
const args = JSON.parse(process.env.AURA_BROWSER_ARGS ?? '[]') as string[]
// Linux asks fontconfig how to draw letters, and every desktop answers differently.
const fonts = { FONTCONFIG_FILE: join(import.meta.dirname, 'tests/journeys/support/fonts.conf') }
const env = { ...process.env, ...(process.platform === 'linux' ? fonts : {}) } as Record<string, string>

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/journeys/support/database-template.ts',
  // Every file has a server of its own, so several can run beside each other. Each waits a third of its time for what the
  // page shows a moment later, so three keep two processors busy.
  workers: 3,
  // A journey that passes only sometimes is a defect: it is named at the end, and the second try leaves a trace of it.
  retries: 1,
  // They end a journey that hangs; a busy machine takes many times as long as a quiet one.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // Fonts are the page's own and nothing moves, so no pixel may differ.
    // A few pixels: the corner of a ring is now and then drawn a shade differently.
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', threshold: 0.1, maxDiffPixels: 8 },
  },
  // Pictures of how things looked, by system and Chromium major. Only `npm run shots -- --accept` writes them.
  snapshotPathTemplate: '{testDir}/shots/{arg}{ext}',
  updateSnapshots: 'none',
  forbidOnly: process.env.CI !== undefined,
  outputDir: '.artifacts/journeys',
  reporter: [['list'], ['json', { outputFile: '.artifacts/journeys.json' }]],
  use: {
    // It only shows a page when there is no network; the journeys that are about it let it in.
    serviceWorkers: 'block',
    viewport: { width: 1_440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // Else a button that never comes takes all of the journey's time.
    actionTimeout: 60_000,
    launchOptions: { args, env, ...(executablePath ? { executablePath } : {}) },
  },
})
