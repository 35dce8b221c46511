import type { FileReaderOptions } from '@lamella/provider-fs'

type FileSystem = NonNullable<FileReaderOptions['fs']>
type OpenFile = Awaited<ReturnType<FileSystem['open']>>
type FileStats = Awaited<ReturnType<OpenFile['stat']>>

/** Creates a file system with one text at every path, so that standard input can be read like a file. */
export function textFileSystem(text: string): FileSystem {
  const bytes = Buffer.from(text)
  const stats: FileStats = {
    dev: 0n,
    ino: 0n,
    size: BigInt(bytes.length),
    mtimeNs: 0n,
    ctimeNs: 0n,
    isFile: () => true,
    isDirectory: () => false,
  }
  const file: OpenFile = {
    stat: async () => stats,
    read: async (buffer, offset, length, position) => {
      return { bytesRead: bytes.copy(buffer, offset, position, position + length) }
    },
    close: async () => {},
  }
  return { stat: async () => stats, realpath: async (path) => path, open: async () => file, readdir: async () => [] }
}
