import { type ReactNode, useId } from 'react'

type CardProps = { title?: ReactNode; action?: ReactNode; className?: string; children: ReactNode }

/** A card for things that belong together; with a title it is a region of the page. */
export const Card = ({ title, action, className = '', children }: CardProps) => {
  const id = useId()
  return (
    <section
      {...(title !== undefined && { 'aria-labelledby': id })}
      className={`rounded-xl border border-line bg-surface p-6 max-md:p-4 ${className}`}
    >
      {(title !== undefined || action) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          {title !== undefined && (
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
          )}
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
