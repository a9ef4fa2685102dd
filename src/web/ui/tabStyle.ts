/** A tab, or a link that looks like one. */
export const tabStyle =
  'choice flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-t-lg border-transparent border-b-2 px-3 font-medium whitespace-nowrap text-muted no-underline transition-colors duration-150 -outline-offset-2 hover:text-ink aria-selected:border-primary-text aria-selected:text-primary-text aria-[current=page]:border-primary-text aria-[current=page]:text-primary-text [&_svg]:size-5 [&_svg]:shrink-0'
