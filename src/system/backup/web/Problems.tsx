import type { ReactNode } from 'react'
import { Notice } from '#web/ui/Notice.tsx'
import { formatBytes, formatInstant, useWords } from '#web/words.ts'
import type { Backups, BackupWarning } from '../backup.contract.ts'
import { backupEn } from '../backup.en.ts'

type ProblemsProps = { backups: Backups; warning: BackupWarning | undefined }

/** Problems that the owner must act on, the most severe first. */
export const Problems = ({ backups, warning }: ProblemsProps) => {
  const words = useWords(backupEn).problems
  const { missing, damaged } = backups
  return (
    <>
      {!backups.isReadable && (
        <Notice tone="error" title={words.unreadable}>
          {words.unreadableText(backups.folder)}
        </Notice>
      )}
      <Failure failure={backups.failure} />
      {backups.isReadable && warning?.warning === 'never' && (
        <Notice tone="error" title={words.never}>
          {words.neverText}
        </Notice>
      )}
      {backups.isReadable && warning?.warning === 'old' && (
        <Notice tone="error" title={words.old}>
          {words.oldText(formatInstant(warning.lastAt ?? ''))}
        </Notice>
      )}
      {missing + damaged > 0 && (
        <Notice tone="warning" title={words.filesTitle}>
          {missing > 0 && <Sentence>{words.missing(missing)}</Sentence>}
          {damaged > 0 && <Sentence>{words.damaged(damaged)}</Sentence>}
          <Sentence>{words.filesText}</Sentence>
        </Notice>
      )}
      {backups.isOnSameDisk && (
        <Notice tone="warning" title={words.sameDisk}>
          {words.sameDiskText}
        </Notice>
      )}
    </>
  )
}

const Sentence = ({ children }: { children: ReactNode }) => <p>{children}</p>

const Failure = ({ failure }: Pick<Backups, 'failure'>) => {
  const words = useWords(backupEn).problems
  if (!failure) return null
  const { reason, needed, free } = failure
  return (
    <Notice tone="error" title={words.failed}>
      <Sentence>{words.reasons[reason]}</Sentence>
      {reason === 'noRoom' && needed !== null && free !== null && (
        <Sentence>{words.reasons.noRoomFigures(formatBytes(needed), formatBytes(free))}</Sentence>
      )}
    </Notice>
  )
}
