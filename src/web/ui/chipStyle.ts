/** A button of a small choice, such as a filter or a usual answer: `aria-pressed` marks the chosen one. */
export const chipStyle =
  'choice inline-flex min-h-9 max-md:min-h-11 max-w-full cursor-pointer items-center justify-center rounded-full border border-transparent in-data-contrast:border-line-strong bg-tint px-3 py-1 font-medium text-ink text-sm transition-colors duration-150 wrap-anywhere hover:bg-tint-hover disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:border-primary-text aria-pressed:bg-primary-soft aria-pressed:text-primary-text'
