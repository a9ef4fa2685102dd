import type { ReactNode } from 'react'
import { Branding } from '#web/shell/Branding.tsx'

type OpenPageProps = {
  title: string
  text?: string
  children?: ReactNode
  below?: ReactNode
  /** Fills 45 % of a wide window. */
  beside?: ReactNode
}

/** The frame of the pages before sign-in: name, one sheet, one form. */
export const OpenPage = ({ title, text, children, below, beside }: OpenPageProps) => (
  <div className={`min-h-dvh ${beside ? 'wide:grid wide:grid-cols-[45fr_55fr]' : ''}`}>
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-8 max-md:justify-start">
      <Branding place="login" />
      <div
        className={`w-full max-w-md rounded-lg border border-line bg-surface p-8 max-md:p-5 ${beside ? 'wide:max-w-[22.5rem] wide:border-transparent wide:bg-transparent wide:p-0' : ''}`}
      >
        <h1 className={`font-display font-semibold text-xl text-balance ${beside ? 'wide:text-2xl' : ''}`}>{title}</h1>
        {text && <p className="mt-1 text-muted">{text}</p>}
        {children && <div className="mt-6">{children}</div>}
      </div>
      {below}
    </main>
    {/* After the form, for keyboards and screen readers. */}
    {beside && (
      <aside className="sticky top-0 flex h-dvh flex-col border-line border-r bg-tint max-wide:hidden wide:order-first">{beside}</aside>
    )}
  </div>
)
