/** Where an object store is, and the key that opens it. */
export interface S3Settings {
  /** An origin like `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What the names of all objects begin with: empty, or with a slash at the end. */
  prefix: string;
}

/** Where stored files are, if not in the data directory: for several servers. */
export type SharedStorage = { directory: string } | { s3: S3Settings };
