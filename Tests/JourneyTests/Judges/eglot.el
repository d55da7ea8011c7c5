;; Edits a notebook in Emacs as a person does: completes a link, follows it, renames its target, saves and seals.
(defun judge-wait (what test)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall test))
      (when (> (float-time) end) (error "No %s" what))
      (accept-process-output nil 0.02))))
(defun judge-line () (buffer-substring-no-properties (point-min) (line-end-position)))

(advice-add 'y-or-n-p :override (lambda (&rest _) t))
(setq make-backup-files nil create-lockfiles nil)
(find-file "notes/A.md")
(run-hooks 'post-command-hook)
(judge-wait "server" (lambda () (eglot-current-server)))

(erase-buffer)
(insert "😀 See [[Bre")
(eglot--signal-textDocument/didChange)
(let* ((found (jsonrpc-request
               (eglot-current-server) :textDocument/completion (eglot--TextDocumentPositionParams)))
       (item (aref (plist-get found :items) 0)))
  (eglot--apply-text-edits (vector (plist-get item :textEdit))))
(goto-char (point-min))
(unless (equal (judge-line) "😀 See [[Bread]]") (error "Completed as %s" (judge-line)))

(search-forward "Bre")
(eglot--signal-textDocument/didChange)
(let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (unless (string-suffix-p "Bread.md" (xref-location-group (xref-item-location (car found))))
    (error "Jumps to %S" found)))

(eglot-rename "Loaf")
(goto-char (point-min))
(judge-wait "renamed link" (lambda () (equal (judge-line) "😀 See [[Loaf]]")))
(save-some-buffers t)

;; Sealing changes dates in open texts, which have to be saved.
(jsonrpc-request
 (eglot-current-server) :workspace/executeCommand
 (list :command "bundle.seal" :arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri))))
(judge-wait "date" #'buffer-modified-p)
(save-some-buffers t)
(judge-wait "sealed notebook" (lambda () (with-temp-buffer (insert-file-contents "../manifest.json") (search-forward "Loaf" nil t))))
(eglot-shutdown (eglot-current-server))
