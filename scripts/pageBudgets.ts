/**
 * What the pages of students may load, in bytes as sent (brotli). `script`: JavaScript before the page can be used, which
 * budgets.ts adds up from the build. `cold` and `warm`: everything that Chromium loads for the page with an empty cache and at the
 * next visit, which e2e/bytes.spec.ts measures. docs/speed.md has the targets behind these numbers.
 */
export const pageBudgets = {
  '/dashboard': { file: 'DashboardPage.tsx', script: 124_200, cold: 276_000, warm: 10_000 },
  '/chat': { file: 'ChatPage.tsx', script: 148_500, cold: 400_000, warm: 15_000 },
  '/profile': { file: 'ProfilePage.tsx', script: 160_000, cold: 340_000, warm: 10_000 },
  '/notices-tab': { file: 'NoticesTabPage.tsx', script: 131_700, cold: 282_000, warm: 8_000 },
  '/documents': { file: 'DocumentsPage.tsx', script: 143_600, cold: 806_000, warm: 10_000 },
} as const

/** JavaScript of every page before anything can be drawn. */
export const entryBudget = 98_300
