import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode; note?: string }

/** Name and value pairs, one below the other. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="flex flex-col">
    {facts.map(({ name, value, note }) => (
      <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-line border-b py-2.5 last:border-0 last:pb-0">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 font-medium tabular-nums wrap-anywhere md:text-right">
          {value}
          {note && <span className="block font-normal text-muted text-sm">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
