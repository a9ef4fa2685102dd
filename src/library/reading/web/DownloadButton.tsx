import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { call } from '#web/api/call.ts'
import { saveFrom } from '#web/api/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'

/** Downloads a file that the viewer cannot show. */
export const DownloadButton = ({ document: { _id, fileName } }: { document: Pick<Document, '_id' | 'fileName'> }) => {
  const words = useWords(readingEn)
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      const { downloadUrl } = await call(documentsApi.link, { params: { id: _id } })
      saveFrom(downloadUrl, fileName)
    } catch (error) {
      toast.error(errorText(error, words.downloadFailed))
    }
    setPending(false)
  }
  return (
    <Button variant="primary" icon={<Download aria-hidden="true" />} onPress={() => void save()} isPending={isPending}>
      {words.download}
    </Button>
  )
}
