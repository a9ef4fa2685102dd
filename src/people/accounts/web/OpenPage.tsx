import type { ReactNode } from 'react'
import { Branding } from '#web/shell/Branding.tsx'

type OpenPageProps = { title: string; text?: string; children?: ReactNode; below?: ReactNode }

/** The frame of the pages before sign-in: name, one sheet, one form. */
export const OpenPage = ({ title, text, children, below }: OpenPageProps) => (
  <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-8">
    <Branding place="login" />
    <div className="w-full max-w-md rounded-lg border border-line bg-surface p-8 max-md:p-5">
      <h1 className="font-display font-semibold text-xl text-balance">{title}</h1>
      {text && <p className="mt-1 text-muted">{text}</p>}
      {children && <div className="mt-6">{children}</div>}
    </div>
    {below}
  </main>
)
