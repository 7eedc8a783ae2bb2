/** A chunk whose bytes are read when the test says so. */
export class SlowBlob {
  readonly size: number;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #read: Promise<void>;

  constructor(bytes: Uint8Array<ArrayBuffer>, read: Promise<void> = Promise.resolve()) {
    this.#bytes = bytes;
    this.#read = read;
    this.size = bytes.byteLength;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    await this.#read;
    return this.#bytes.buffer;
  }
}

/** What a browser's MediaRecorder does, driven by the test. */
export class FakeMediaRecorder extends EventTarget {
  static made: FakeMediaRecorder[] = [];
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");

  state: RecordingState = "inactive";
  timeslice: number | undefined;
  readonly stream: FakeStream;
  readonly options: MediaRecorderOptions;
  /** Handed out with the stop, as a browser does with what is left. */
  rest = new SlowBlob(new Uint8Array());

  constructor(stream: FakeStream, options: MediaRecorderOptions) {
    super();
    this.stream = stream;
    this.options = options;
    FakeMediaRecorder.made.push(this);
  }

  start(timeslice: number): void {
    this.timeslice = timeslice;
    this.state = "recording";
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  requestData(): void {
    this.give(this.rest);
    this.rest = new SlowBlob(new Uint8Array());
  }
  stop(): void {
    if (this.state === "inactive") throw new DOMException("inactive", "InvalidStateError");
    this.state = "inactive";
    // A browser tells of both later, in this order.
    queueMicrotask(() => {
      this.give(this.rest);
      this.dispatchEvent(new Event("stop"));
    });
  }
  give(data: SlowBlob): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
  }
}

/** A microphone's stream with one track, which tells whether it was let go. */
export class FakeStream {
  readonly tracks = [{ stopped: false, stop() {} }];
  constructor() {
    for (const track of this.tracks) {
      track.stop = () => {
        track.stopped = true;
      };
    }
  }
  getTracks() {
    return this.tracks;
  }
}
