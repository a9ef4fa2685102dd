import { Download, Printer, Share2 } from 'lucide-react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallInput } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { useWords } from '#web/words.ts'
import { receiptsEn } from '../receipts.en.ts'
import { usePaperFile } from './usePaperFile.ts'

type Props<E extends Endpoint> = { pdf: E; sending: CallInput<E> }

/** Actions on a paper; sharing is offered only if the browser supports it. */
export const PaperActions = <E extends Endpoint & { stream: true }>({ pdf, sending }: Props<E>) => {
  const words = useWords(receiptsEn)
  const { isPending, download, share } = usePaperFile(pdf, sending)
  return (
    <>
      {share && (
        <Button icon={<Share2 />} onPress={share} isDisabled={isPending}>
          {words.share}
        </Button>
      )}
      <Button icon={<Download />} onPress={download} isPending={isPending} pendingText={words.downloading}>
        {words.download}
      </Button>
      <Button variant="primary" icon={<Printer />} onPress={() => window.print()}>
        {words.print}
      </Button>
    </>
  )
}
