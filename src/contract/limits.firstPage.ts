/*
 * Limits that the first pages of a visitor need. They are apart from the table in limits.ts, so that the browser need not load the
 * whole table for them.
 */

/** How long a call may take, in milliseconds; uploads and downloads are exempt. */
export const requestTimeoutMs = 10_000

/** The height of the logo in CSS pixels. */
export const logoSizes = { logoSizeMin: 20, logoSizeMax: 120, logoSizeStep: 5, logoSizeDefault: 40 } as const
