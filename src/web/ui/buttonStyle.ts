export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet'

const base =
  'off-paper inline-flex min-h-9 max-md:min-h-11 cursor-pointer select-none items-center justify-center gap-2 rounded-lg px-4 py-1.5 text-center font-medium no-underline transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress [&_svg]:size-5 [&_svg]:shrink-0'

/** If the system or the person chooses the colours, a border shows that there is a button; else only what is typed into has one. */
const looks: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-primary-fill text-on-primary-fill hover:bg-primary-fill-hover',
  secondary: 'border border-transparent in-data-contrast:border-line-strong bg-tint text-ink hover:bg-tint-hover',
  danger: 'border border-transparent bg-error-fill text-on-error-fill hover:bg-error-fill-hover',
  quiet: 'text-primary-text hover:bg-hover',
}

export const buttonStyle = (variant: ButtonVariant, more = ''): string => `${base} ${looks[variant]} ${more}`
