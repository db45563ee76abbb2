// The half of pdf.js that reads the file, as a worker of our own origin: it answers whoever starts it.
import 'pdfjs-dist/build/pdf.worker.min.mjs';
