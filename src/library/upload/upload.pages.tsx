import { Upload } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { uploadMenuEn } from './upload.menu.en.ts'

export const uploadPages: readonly Page[] = [
  {
    path: '/upload',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#library/upload/web/UploadPage.tsx')).UploadPage),
    entry: { words: uploadMenuEn, Icon: Upload, endsGroup: true },
  },
]
