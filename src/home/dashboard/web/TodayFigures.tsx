import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { CashLine } from '#money/cashbox/web/CashLine.tsx'
import { figureAddress } from '#people/users/web/listFigures.ts'
import { today } from '#web/api/timeZone.ts'
import { usePrefetch } from '#web/shell/usePrefetch.ts'
import { formatRupees, useWords } from '#web/words.ts'
import type { Dashboard } from '../dashboard.contract.ts'
import { staffHomeEn } from '../dashboard.staff.en.ts'
import { todayGrid, todayPlace } from './dashboardGrids.ts'

type Shown = {
  key: string
  /** Read with the text after it as one sentence; left out if there is nothing to count. */
  figure?: string
  text: string
  detail?: string
  tone?: string
  to: string
}

const useSeatFigures = ({ endingSoon, freeMorning, freeAfternoon }: NonNullable<Dashboard['seats']>): Shown[] => {
  const { today: words, figure } = useWords(staffHomeEn)
  const counted = (n: number, some: (n: number) => string, none: string) =>
    n === 0 ? { text: none } : { figure: figure(n), text: some(n) }
  const free = (half: 'morning' | 'afternoon', n: number): Shown => ({
    key: half,
    ...counted(n, words.free[half], words.noneFree[half]),
    to: `/users?view=seats&free=1&half=${half}`,
  })
  return [
    {
      key: 'ending',
      ...counted(endingSoon, words.endingSoon, words.noneEnding),
      to: figureAddress('ending'),
    },
    free('morning', freeMorning),
    free('afternoon', freeAfternoon),
  ]
}

const useMoneyFigures = (money: NonNullable<Dashboard['money']>): Shown[] => {
  const words = useWords(staffHomeEn).today
  const day = today()
  return [
    {
      key: 'collected',
      ...(money.collectedToday === 0
        ? { text: words.noneCollected }
        : { figure: formatRupees(money.collectedToday), text: words.collected }),
      ...(money.collectedThisMonth !== 0 && { detail: words.thisMonth(formatRupees(money.collectedThisMonth)) }),
      to: `/fees/month-end?from=${day}&to=${day}`,
    },
    {
      key: 'overdue',
      ...(money.overdueStudents === 0
        ? { text: words.noneOverdue }
        : { figure: formatRupees(money.overdue), text: words.overdue(money.overdueStudents), tone: 'text-error-text' }),
      to: '/fees/dues?age=overdue',
    },
  ]
}

/** Number of students inside now, with a list of them. */
const useInsideFigure = (inside: number): Shown => {
  const { today: words, figure } = useWords(staffHomeEn)
  const counted = inside === 0 ? { text: words.noneInside } : { figure: figure(inside), text: words.inside(inside) }
  return { key: 'inside', ...counted, to: '/users?view=seats&inside=1' }
}

type Props = { seats: NonNullable<Dashboard['seats']>; money: NonNullable<Dashboard['money']>; inside: number; box: Dashboard['box'] }

/** The questions a clerk is asked most: who leaves, what is free, what was paid and what is overdue. Each links to its list. */
export const TodayFigures = ({ seats, money, inside, box }: Props) => {
  const words = useWords(staffHomeEn).today
  const id = useId()
  const figures = [...useSeatFigures(seats), useInsideFigure(inside), ...useMoneyFigures(money)]
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-semibold text-lg">
          {words.title}
        </h2>
        {box && <CashLine of={box} className="[&>span]:whitespace-normal" />}
      </div>
      <ul className={todayGrid}>
        {figures.map(({ key, ...figure }) => (
          <li key={key} className={todayPlace}>
            <Figure {...figure} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Figure = ({ figure, text, detail, tone = '', to }: Omit<Shown, 'key'>): ReactNode => (
  <Link
    to={to}
    {...usePrefetch(to.replace(/\?.*/, ''))}
    className="flex h-full min-w-0 flex-wrap items-baseline gap-x-2 rounded-lg px-4 py-2.5 transition-colors duration-150 hover:bg-hover md:flex-col md:border md:border-line md:bg-surface md:py-3.5 md:hover:border-line-strong"
  >
    {figure !== undefined && (
      <>
        <span
          className={`font-semibold text-2xl tabular-nums md:font-display md:whitespace-nowrap max-md:text-lg max-md:wrap-anywhere ${tone}`}
        >
          {figure}
        </span>{' '}
      </>
    )}
    <span className={figure === undefined ? 'text-muted' : 'md:text-sm'}>{text}</span>
    {detail && (
      <>
        {' '}
        <span className="text-muted text-sm tabular-nums md:text-xs">{detail}</span>
      </>
    )}
  </Link>
)
