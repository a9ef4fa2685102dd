import { useId } from 'react'
import { Link } from 'react-router'
import { useWords } from '#web/words.ts'
import type { Dashboard } from '../dashboard.contract.ts'
import { staffHomeEn } from '../dashboard.staff.en.ts'
import { figuresGrid } from './dashboardGrids.ts'

/** The four main figures for administrators. */
export const Statistics = ({ of }: { of: Dashboard }) => {
  const words = useWords(staffHomeEn)
  const id = useId()
  const figures = [
    { name: words.totalDocuments, figure: of.totalDocuments, to: '/documents' },
    { name: words.categories, figure: of.totalCategories, to: '/categories' },
    { name: words.students, figure: of.totalUsers, to: '/users?view=list&role=student&status=active', detail: words.activeOnly },
    // Its list is below.
    { name: words.recentActivity, figure: of.recentDocuments.length },
  ]
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="sr-only">
        {words.statistics}
      </h2>
      <dl className={figuresGrid}>
        {figures.map(({ name, figure, to, detail }) => (
          <div
            key={name}
            className="relative flex min-h-24 flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-surface p-4"
          >
            <dd className="font-semibold text-2xl tabular-nums">
              {to === undefined ? (
                words.figure(figure)
              ) : (
                <Link
                  to={to}
                  aria-label={words.openList(name, figure)}
                  className="after:absolute after:inset-0 after:rounded-lg hover:text-primary-text hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                >
                  {words.figure(figure)}
                </Link>
              )}
            </dd>
            {detail && <dd className="-order-1 text-muted text-xs">{detail}</dd>}
            <dt className="text-muted text-sm">{name}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}
