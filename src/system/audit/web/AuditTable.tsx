import { useMemo } from 'react'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatInstant, useWords } from '#web/words.ts'
import { type AuditEntry, programItself } from '../audit.contract.ts'
import { auditEn } from '../audit.en.ts'
import { ChangeList } from './ChangeList.tsx'

type Props = { entries: readonly AuditEntry[]; onPerson: (id: string) => void }

const What = ({ entry: { action, targetName } }: { entry: AuditEntry }) => {
  const words = useWords(auditEn)
  const sentences: Readonly<Record<string, string>> = words.actions
  return (
    <>
      <span className="block font-medium">{sentences[action] ?? action}</span>
      {targetName && <span className="block text-muted">{words.concerning(targetName)}</span>}
    </>
  )
}

const useColumns = (onPerson: Props['onPerson']): Column<AuditEntry>[] => {
  const words = useWords(auditEn)
  return useMemo(
    () => [
      { key: 'what', title: words.columns.what, isMain: true, width: 'columns:w-[27%]', cell: (entry) => <What entry={entry} /> },
      {
        key: 'who',
        title: words.columns.who,
        width: 'columns:w-[18%]',
        cell: ({ actorId, actorName }) => {
          const name = actorId === null ? words.program : actorName
          return (
            <PlainButton
              className="-my-2 min-h-9 max-w-full cursor-pointer rounded-lg text-left font-medium text-primary-text transition-colors duration-150 wrap-anywhere hover:bg-hover max-md:min-h-11"
              aria-label={words.showOf(name)}
              onPress={() => onPerson(actorId ?? programItself)}
            >
              {name}
            </PlainButton>
          )
        },
      },
      {
        key: 'at',
        title: words.columns.at,
        width: 'columns:w-[18%]',
        cell: ({ at }) => (
          <time dateTime={at} className="tabular-nums columns:whitespace-nowrap">
            {formatInstant(at)}
          </time>
        ),
      },
      { key: 'changes', title: words.columns.changes, cell: ({ changes }) => <ChangeList changes={changes} /> },
    ],
    [words, onPerson],
  )
}

/** One row for each change: who changed what, and when. */
export const AuditTable = ({ entries, onPerson }: Props) => (
  <Table label={useWords(auditEn).list} columns={useColumns(onPerson)} rows={entries} rowKey={({ _id }) => _id} />
)
