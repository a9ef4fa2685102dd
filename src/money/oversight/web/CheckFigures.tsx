import { useWords } from '#web/words.ts'
import type { CheckFigure, CheckKind } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'

type Props = { kinds: readonly CheckFigure[]; chosen: CheckKind; onChoose: (kind: CheckKind) => void }

/** The number of entries per kind, each a button that shows them below. */
export const CheckFigures = ({ kinds, chosen, onChoose }: Props) => {
  const words = useWords(oversightEn)
  return (
    <fieldset aria-label={words.kinds.label} className="@container min-w-0">
      <div className="grid grid-cols-2 gap-3 @min-[40rem]:grid-cols-4 @min-[56rem]:grid-cols-5">
        {kinds.map(({ kind, count, flagged }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => onChoose(kind)}
            className="flex min-h-24 min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-left transition-colors duration-150 hover:bg-hover aria-pressed:border-primary-fill aria-pressed:bg-primary-soft"
          >
            <span className="font-semibold text-xl tabular-nums">{words.figure(count)}</span>
            <span className="text-sm wrap-anywhere">{words.kinds[kind].name}</span>
            {flagged > 0 && <span className="text-error-text text-xs">{words.flagged[kind](flagged)}</span>}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
