import type { ReactNode } from 'react'

type Props = { id: string; title: string; children: ReactNode }

/** A section of the landing page that links can target; its scroll offset clears the sticky header. */
export const Part = ({ id, title, children }: Props) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className="mx-auto w-full max-w-[1200px] scroll-mt-20 px-4 py-12 outline-none max-md:py-8"
  >
    <h2 id={`${id}-title`} className="mb-6 font-display font-semibold text-xl text-balance">
      {title}
    </h2>
    {children}
  </section>
)
