import { useState } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { formatBytes, formatInstant, useWords } from '#web/words.ts'
import type { Archive, Backups } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'
import { Facts } from './Facts.tsx'

/** Shows the last backup, the next one, and the folder. */
export const BackupsCard = ({ backups }: { backups: Backups }) => {
  const words = useWords(backupEn).backups
  const last = backups.archives.find(({ kind }) => kind === 'full')
  const isDue = Date.parse(backups.nextAt) <= Date.now()
  return (
    <Card title={words.title}>
      <Progress backups={backups} />
      <Facts
        facts={[
          {
            name: words.last,
            value: last ? formatInstant(last.at) : words.none,
            ...(last && { note: words.checked(formatBytes(last.size)) }),
          },
          { name: words.next, value: isDue ? words.soon : formatInstant(backups.nextAt) },
          { name: words.folder, value: <span className="font-mono text-sm">{backups.folder}</span> },
        ]}
      />
      {backups.archives.length > 0 && <Archives archives={backups.archives} />}
      <p className="mt-4 text-muted text-sm">{words.restoring}</p>
    </Card>
  )
}

const Progress = ({ backups: { state, progress } }: { backups: Backups }) => {
  const words = useWords(backupEn).backups
  if (state === 'idle') return null
  const share = progress && progress.total > 0 ? progress.done / progress.total : null
  return (
    <div className="mb-4">
      <ProgressBar label={progress ? words.steps[progress.step] : words.waiting} value={share} />
    </div>
  )
}

const atFirst = 5

const Archives = ({ archives }: { archives: readonly Archive[] }) => {
  const words = useWords(backupEn).backups
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? archives : archives.slice(0, atFirst)
  const hidden = archives.length - shown.length
  return (
    <>
      <h3 className="mt-6 font-semibold">{words.list}</h3>
      <ul aria-label={words.list} className="mt-1">
        {shown.map(({ fileName, kind, at, size }) => (
          <li key={fileName} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-line border-b py-2.5 last:border-0">
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="tabular-nums">{formatInstant(at)}</span>
              {kind !== 'full' && <Badge>{words[kind]}</Badge>}
              <span className="basis-full font-mono text-muted text-xs wrap-anywhere">{fileName}</span>
            </span>
            <span className="text-muted tabular-nums">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" onPress={() => setWhole(true)}>
          {words.more(hidden)}
        </Button>
      )}
    </>
  )
}
