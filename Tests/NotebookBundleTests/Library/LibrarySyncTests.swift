import Foundation
@testable import NotebookCopies
@testable import NotebookFiles
@testable import NotebookFormat
@testable import NotebookPacking
@testable import NotebookStore
import NotebookTestSupport
import TestSupport
import Testing

struct `A library and a folder elsewhere` {
    @Test func `have the same notebooks afterwards, wherever each was made`() throws {
        try TemporaryFolder.with { folder in
            let (home, cloud) = (folder.appending(path: "home").path, folder.appending(path: "cloud").path)
            for place in [home, cloud] { try FileLocation(path: place).create() }
            let library = LibraryFolder(FileLocation(path: home))
            let elsewhere = LibraryFolder(FileLocation(path: cloud))
            try FileLocation(path: "\(home)/Work").create()
            _ = try NotebookDirectory.create("A.notebundle", in: "\(home)/Work", title: "A")
            let other = try NotebookDirectory.create("B.notebundle", in: cloud, title: "B")
            var names: [String] = []
            try library.synchronize(with: elsewhere) { name, _ in names.append(name) }
            #expect(names == ["Work/A.notebundle", "B.notebundle"])
            // A copy with another name is known by its uuid.
            try FileManager.default.moveItem(atPath: "\(cloud)/B.notebundle", toPath: "\(cloud)/C.notebundle")
            let moved = NotebookDirectory("\(cloud)/C.notebundle")
            try moved.edit { try $0.describe { $0.title = "Renamed" } }
            // An error of one does not keep the others from it.
            try FileLocation(path: "\(cloud)/Work/A.notebundle/manifest.json").remove()
            var errors = 0
            try library.synchronize(with: elsewhere) { _, result in
                if case .failure = result { errors += 1 }
            }
            #expect(errors == 1 && other.path.hasSuffix("B.notebundle"))
            #expect(try NotebookDirectory("\(home)/B.notebundle").open().description.title == "Renamed")
            #expect(library.bundles == ["B.notebundle"] && elsewhere.bundles == ["C.notebundle"])
        }
    }

    @Test func `get no second copy while the first is in use under another name`() throws {
        try TemporaryFolder.with { folder in
            let (home, cloud) = (folder.appending(path: "home").path, folder.appending(path: "cloud").path)
            for place in [home, cloud] { try FileLocation(path: place).create() }
            let (library, elsewhere) = (
                LibraryFolder(FileLocation(path: home)), LibraryFolder(FileLocation(path: cloud))
            )
            _ = try NotebookDirectory.create("A.notebundle", in: home, title: "A")
            try library.synchronize(with: elsewhere) { _, _ in }
            try FileManager.default.moveItem(atPath: "\(cloud)/A.notebundle", toPath: "\(cloud)/B.notebundle")
            func synchronize() throws -> [String?] {
                var errors: [String?] = []
                try library.synchronize(
                    with: elsewhere, opening: { NotebookDirectory($0, locking: .init(wait: .seconds(1))) }
                ) { notebook in
                    if case .failure(let error) = notebook.result {
                        errors.append("\(error)")
                    } else {
                        errors.append(nil)
                    }
                }
                return errors
            }
            let lock = try DirectoryFiles.locked("\(cloud)/B.notebundle", .exclusive, wait: .seconds(10))
            try withExtendedLifetime(consume lock) { _ in
                let errors = try synchronize()
                #expect(errors.count == 2 && errors.allSatisfy { $0?.contains("in use") == true })
                #expect(library.bundles == ["A.notebundle"] && elsewhere.bundles == ["B.notebundle"])
            }
            #expect(try synchronize() == [nil])
            #expect(library.bundles == ["A.notebundle"] && elsewhere.bundles == ["B.notebundle"])
        }
    }
}
