/** Three figures and two buttons, large enough to touch on a phone. */
export const dateWidth = 'min-w-[min(100%,12.5rem)]! max-md:min-w-[min(100%,16rem)]!'

/** Looks like the other inputs. */
export const dateBox =
  'flex min-h-9 w-full items-center rounded-lg border border-line-strong bg-surface text-ink transition-colors duration-150 has-aria-invalid:border-error-text max-md:min-h-11 print:min-h-0 print:border-0 print:[&_button]:hidden'
