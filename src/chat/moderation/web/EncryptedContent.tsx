import { BadgeCheck, Lock } from 'lucide-react'
import { Badge } from '#web/ui/Badge.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { useWords } from '#web/words.ts'
import { moderationEn } from '../moderation.en.ts'
import type { MonitoredMessage, Report, Revealed } from '../moderation.shapes.contract.ts'
import { RevealedFile } from './RevealedFile.tsx'

type Props = { message: MonitoredMessage }

/** Returns the number of bytes that a base64 text encodes. */
const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (base64.match(/=+$/)?.[0].length ?? 0)

type Proof = { revealed: Revealed; reporters: string[] }

/** Reports of the same revision reveal the same content, so they are merged. */
const proofsOf = (reports: readonly Report[]): Proof[] => {
  const proofs = new Map<number, Proof>()
  for (const { disclosed: revealed, reporter } of reports) {
    if (!revealed) continue
    const known = proofs.get(revealed.revision)
    if (known) known.reporters.push(reporter.name)
    else proofs.set(revealed.revision, { revealed, reporters: [reporter.name] })
  }
  return [...proofs.values()]
}

const ProofOf = ({ message, proof: { revealed, reporters } }: Props & { proof: Proof }) => {
  const words = useWords(moderationEn).encrypted
  const { revision, text, file, writtenBy } = revealed
  const isEarlier = revision < (message.encryption?.revision ?? revision)
  return (
    <figure className="my-1 flex flex-col gap-2 border-success border-l-4 py-1 pl-3">
      <figcaption className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone="success">
          <BadgeCheck aria-hidden="true" className="size-3.5" />
          {words.verified}
        </Badge>
        <span className="min-w-0 wrap-anywhere">{words.revealedBy(reporters)}</span>
      </figcaption>
      {text && <LinkedText text={text} className="text-left" />}
      {file && <RevealedFile message={message} file={file} />}
      <p className="text-muted text-sm wrap-anywhere">
        {words.proven(writtenBy.name)} {isEarlier && words.earlier}
      </p>
    </figure>
  )
}

const Size = ({ message: { encryption, attachment } }: Props) => {
  const words = useWords(moderationEn).encrypted
  if (!encryption) return null
  return (
    <p className="flex items-start gap-2 text-muted [&_svg]:mt-1 [&_svg]:size-4 [&_svg]:shrink-0">
      <Lock aria-hidden="true" />
      <span className="min-w-0">{attachment ? words.file(attachment.size) : words.text(bytesOf(encryption.ciphertext))}</span>
    </p>
  )
}

/** Shows the known facts about an encrypted message: its size, and the content revealed by reports. */
export const EncryptedContent = ({ message }: Props) => (
  <>
    <Size message={message} />
    {proofsOf(message.reports).map((proof) => (
      <ProofOf key={proof.revealed.revision} message={message} proof={proof} />
    ))}
  </>
)
