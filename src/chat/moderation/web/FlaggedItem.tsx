import { type ReactNode, useId } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { FlaggedMessage } from '../moderation.shapes.contract.ts'
import { MessageContent } from './MessageContent.tsx'
import { type MessageActions, useMayStop } from './MessageItem.tsx'
import { useDecide } from './moderation.queries.ts'
import { Sender } from './Sender.tsx'

type Props = { message: FlaggedMessage; hrefOf: (id: string) => string; actions: MessageActions }

const Facts = ({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
    {facts.map(([term, value]) => (
      <div key={term} className="contents">
        <dt className="text-muted">{term}</dt>
        <dd dir="auto" className="min-w-0 text-left wrap-anywhere">
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

const Where = ({ message, hrefOf }: Omit<Props, 'actions'>) => {
  const words = useWords(moderationEn).flagged
  const { conversation, conversationName, conversationDeleted } = message
  return (
    <p className="text-sm wrap-anywhere">
      <span className="text-muted">{words.in} </span>
      {conversationDeleted ? (
        words.groupDeleted(conversationName)
      ) : (
        <TextLink to={hrefOf(conversation)}>
          <bdi>{conversationName}</bdi>
        </TextLink>
      )}
    </p>
  )
}

const FlagFacts = ({ message: { flagged, sender }, onUnflag }: { message: FlaggedMessage; onUnflag: () => void }) => {
  const words = useWords(moderationEn)
  if (!flagged.flaggedBy || !flagged.flaggedAt) return null
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 border-line border-t pt-3">
      <Facts
        facts={[
          [words.flagged.flaggedBy, flagged.flaggedBy.name],
          [words.flagged.reason, flagged.reason || words.noReason],
          [words.flagged.flaggedAt, words.at(flagged.flaggedAt)],
        ]}
      />
      <Button aria-label={words.message.unflag(sender.name)} onPress={onUnflag}>
        {words.flagged.unflag}
      </Button>
    </div>
  )
}

/** Says whether the reported content is proven, and what that means. */
const Proof = ({ isVerified }: { isVerified: boolean }) => {
  const words = useWords(moderationEn).encrypted
  return (
    <>
      <Badge tone={isVerified ? 'success' : 'warning'}>{isVerified ? words.verified : words.notVerified}</Badge>{' '}
      {isVerified ? words.verifiedMeans : words.notVerifiedMeans}
    </>
  )
}

const ReportFacts = ({ message: { reports, sender, isDeleted } }: { message: FlaggedMessage }) => {
  const words = useWords(moderationEn)
  const decide = useDecide()
  const open = reports.filter(({ outcome }) => outcome === null)
  const [first] = open
  if (!first) return null
  const { about, uphold, upholdAndDelete, dismiss } = words.flagged
  const button = (text: string, body: { outcome: 'upheld' | 'dismissed'; deleteMessage?: boolean }) => (
    <Button
      aria-label={about(sender.name, text)}
      isDisabled={decide.isPending}
      onPress={() => decide.mutate({ params: { id: first._id }, body })}
    >
      {text}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <ul className="flex flex-col gap-3">
        {open.map(({ _id, reporter, reason, createdAt, verified }) => (
          <li key={_id}>
            <Facts
              facts={[
                [words.flagged.reportedBy, reporter.name],
                [words.flagged.reason, reason || words.noReason],
                [words.flagged.reportedAt, words.at(createdAt)],
                ...(verified === null ? [] : [[words.flagged.proof, <Proof key="proof" isVerified={verified} />] as const]),
              ]}
            />
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">{words.flagged.decideHint}</p>
      <div className="flex flex-wrap gap-2">
        {!isDeleted && button(upholdAndDelete, { outcome: 'upheld', deleteMessage: true })}
        {button(uphold, { outcome: 'upheld' })}
        {button(dismiss, { outcome: 'dismissed' })}
      </div>
    </div>
  )
}

/** A flagged or reported message with the people, reasons, times and possible actions. */
export const FlaggedItem = ({ message, hrefOf, actions }: Props) => {
  const words = useWords(moderationEn).message
  const label = useId()
  const mayStop = useMayStop(message)
  const { sender, flagged, reports, isDeleted } = message
  const openReports = reports.filter(({ outcome }) => outcome === null).length
  return (
    <article aria-labelledby={label} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div id={label} className="min-w-0">
          <Sender message={message} />
        </div>
        <div className="flex gap-2">
          {flagged.isFlagged && <Badge tone="error">{words.flagged}</Badge>}
          {openReports > 0 && <Badge tone="warning">{words.reported(openReports)}</Badge>}
        </div>
      </div>
      <Where message={message} hrefOf={hrefOf} />
      <div className="flex flex-col gap-1">
        <MessageContent message={message} />
      </div>
      <FlagFacts message={message} onUnflag={() => actions.unflag(message)} />
      <ReportFacts message={message} />
      <div className="-mx-4 flex flex-wrap border-line border-t px-0 pt-2 empty:hidden">
        {mayStop && (
          <Button variant="quiet" onPress={() => actions.stop(message)}>
            {words.stop(sender.name)}
          </Button>
        )}
        {!isDeleted && (
          <Button variant="quiet" onPress={() => actions.remove(message)}>
            {words.remove}
          </Button>
        )}
      </div>
    </article>
  )
}
