import { useId } from 'react'
import { useWords } from '#web/words.ts'
import type { Dashboard } from '../home.contract.ts'
import { homeEn } from '../home.en.ts'

/** Two beside each other on a phone, where the text leaves room for them. */
export const figuresGrid = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,50%-0.5rem)),1fr))] gap-4 lg:grid-cols-4'

/** The four figures that an administrator looks at first. */
export const Statistics = ({ of }: { of: Dashboard }) => {
  const words = useWords(homeEn)
  const id = useId()
  const figures = [
    [words.totalDocuments, of.totalDocuments],
    [words.categories, of.totalCategories],
    [words.students, of.totalUsers],
    [words.recentActivity, of.recentDocuments.length],
  ] as const
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {words.statistics}
      </h2>
      <dl className={figuresGrid}>
        {figures.map(([name, figure]) => (
          <div key={name} className="flex min-h-24 flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-4">
            <dd className="font-semibold text-2xl tabular-nums">{words.figure(figure)}</dd>
            <dt className="text-muted text-sm">{name}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}
