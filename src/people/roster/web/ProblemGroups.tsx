import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { rosterEn } from '../roster.en.ts'
import type { RosterProblem, RosterProblemKind } from '../roster.register.contract.ts'
import { ProblemCell, ShiftChoice } from './ProblemCell.tsx'
import type { Register } from './useRegister.ts'

/** Cells that may be left empty. */
const canBeEmpty: ReadonlySet<RosterProblemKind> = new Set(['seat', 'seatTaken', 'slot', 'date', 'dates', 'amount', 'month'])

const SHOWN_FIRST = 10
const SHOWN_MORE = 50

type GroupProps = { kind: RosterProblemKind; count: number; problems: readonly RosterProblem[]; fix: Register['fix'] }

const Group = ({ kind, count, problems, fix }: GroupProps) => {
  const words = useWords(rosterEn)
  const [shown, setShown] = useState(SHOWN_FIRST)
  const hidden = problems.length - shown
  const beyond = count - problems.length
  const fixAll = (value: string) => fix(problems.map(({ row, field }) => ({ row, field, value })))
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{words.kind(count, words.kinds[kind])}</h3>
        {canBeEmpty.has(kind) && (
          <Button variant="quiet" onPress={() => fixAll('')}>
            {words.leaveEmpty}
          </Button>
        )}
        {kind === 'slotMissing' && problems.length > 1 && (
          <ShiftChoice label={words.shiftForAll} placeholder={words.shiftForAll} isLabelHidden onChoose={fixAll} />
        )}
      </div>
      <ul>
        {problems.slice(0, shown).map((problem) => (
          <ProblemCell
            key={`${problem.row} ${problem.field}`}
            problem={problem}
            onFix={(value) => fix([{ row: problem.row, field: problem.field, value }])}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button className="self-start" onPress={() => setShown(shown + SHOWN_MORE)}>
          {words.more(Math.min(hidden, SHOWN_MORE))}
        </Button>
      )}
      {hidden <= 0 && beyond > 0 && <p className="text-muted">{words.moreProblems(beyond)}</p>}
    </section>
  )
}

/** All problems that keep rows from being imported, by kind, with the cells to correct. */
export const ProblemGroups = ({ register: { checked, fix } }: { register: Register }) => {
  const words = useWords(rosterEn)
  const { problems, problemCount, problemGroups } = checked
  const list = useKeptFocus<HTMLElement>(() => document.querySelector<HTMLElement>('[data-cell]'))
  return (
    <section ref={list} tabIndex={-1} aria-label={words.problems(problemCount)} className="flex flex-col gap-4 outline-none">
      <p role="status" className="sr-only">
        {problemCount === 0 ? words.noProblems : words.problems(problemCount)}
      </p>
      {problemCount > 0 && (
        <>
          <div>
            <h2 className="font-semibold text-lg">{words.problems(problemCount)}</h2>
            <p className="text-muted">{words.problemsHint}</p>
          </div>
          {problemGroups.map(({ kind, count }) => (
            <Group key={kind} kind={kind} count={count} problems={problems.filter((problem) => problem.kind === kind)} fix={fix} />
          ))}
        </>
      )}
    </section>
  )
}
