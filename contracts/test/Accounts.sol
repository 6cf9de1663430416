// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {AuraAccount} from "../src/AuraAccount.sol";
import {AuraAccountFactory} from "../src/AuraAccountFactory.sol";
import {IAuraAccount} from "../src/interfaces/IAuraAccount.sol";
import {Base} from "./Base.sol";

/// @notice Signs for accounts as a browser and a wallet do, written out once more rather than by the contract's library.
abstract contract Accounts is Base {
    uint256 internal constant P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    /// @dev Somebody was there, and the device knew whom.
    bytes1 internal constant VERIFIED = 0x05;

    string internal constant RECEIVE =
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";

    AuraAccountFactory internal factory;

    function _deployAccounts() internal {
        vm.setEvmVersion("osaka");
        factory = new AuraAccountFactory();
    }

    function _account(bytes memory key) internal returns (AuraAccount) {
        return AuraAccount(payable(factory.createAccount(key)));
    }

    function _passkey(uint256 secret) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(secret);
        return abi.encodePacked(factory.implementation(), x, y);
    }

    function _wallet(uint256 secret) internal pure returns (bytes memory) {
        return abi.encodePacked(vm.addr(secret));
    }

    /// @dev What the account takes as the signature of its key, a passkey or a wallet.
    function _by(bytes memory key, uint256 secret, bytes32 digest) internal pure returns (bytes memory) {
        bytes memory signature = key.length == 20 ? _sign(secret, digest) : _assertion(secret, digest, VERIFIED);
        return abi.encodePacked(uint8(key.length), key, signature);
    }

    function _assertion(uint256 secret, bytes32 digest, bytes1 flags) internal pure returns (bytes memory) {
        bytes memory authenticatorData = abi.encodePacked(sha256("aura.example"), flags, uint32(0));
        string memory clientData = string.concat(
            '{"type":"webauthn.get","challenge":"',
            Base64.encodeURL(abi.encodePacked(digest)),
            '","origin":"https://aura.example","crossOrigin":false}'
        );
        (bytes32 r, bytes32 s) = vm.signP256(secret, sha256(abi.encodePacked(authenticatorData, sha256(bytes(clientData)))));
        if (uint256(s) > P256_ORDER / 2) s = bytes32(P256_ORDER - uint256(s));
        return abi.encode(r, s, 23, 1, authenticatorData, clientData);
    }

    /// @dev A signature of the account for another contract, here USDC: nested (ERC-7739), so that it counts nowhere else.
    function _nested(AuraAccount account, bytes memory key, uint256 secret, bytes32 contents)
        internal
        view
        virtual
        returns (bytes memory)
    {
        bytes32 app = usdc.DOMAIN_SEPARATOR();
        bytes memory signature = _by(key, secret, _nestedDigest(account, app, contents));
        return abi.encodePacked(signature, app, contents, RECEIVE, uint16(bytes(RECEIVE).length));
    }

    function _nestedDigest(AuraAccount account, bytes32 app, bytes32 contents) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "TypedDataSign(ReceiveWithAuthorization contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)",
                RECEIVE
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                typeHash, contents, keccak256("AuraAccount"), keccak256("1"), block.chainid, address(account), bytes32(0)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", app, message));
    }

    /// @dev The same, nested as a message (ERC-7739, too), which says no type and is shorter: for passkeys, which show nothing.
    function _wrapped(AuraAccount account, bytes memory key, uint256 secret, bytes32 contents)
        internal
        view
        returns (bytes memory)
    {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), contents));
        bytes32 message = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), digest));
        return _by(key, secret, keccak256(abi.encodePacked(hex"1901", _domain(account), message)));
    }

    function _domain(AuraAccount account) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("AuraAccount"),
                keccak256("1"),
                block.chainid,
                address(account)
            )
        );
    }

    /// @dev What a key signs to let the account call.
    function _callsDigest(AuraAccount account, IAuraAccount.Call[] memory calls, uint256 nonce, uint256 deadline)
        internal
        view
        returns (bytes32)
    {
        bytes memory hashes;
        for (uint256 i = 0; i < calls.length; i++) {
            bytes32 typeHash = keccak256("Call(address to,uint256 value,bytes data)");
            hashes = bytes.concat(
                hashes, keccak256(abi.encode(typeHash, calls[i].to, calls[i].value, keccak256(calls[i].data)))
            );
        }
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "Calls(Call[] calls,uint256 nonce,uint256 deadline)Call(address to,uint256 value,bytes data)"
                ),
                keccak256(hashes),
                nonce,
                deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", _domain(account), message));
    }

    function _one(address to, bytes memory data) internal pure returns (IAuraAccount.Call[] memory calls) {
        calls = new IAuraAccount.Call[](1);
        calls[0] = IAuraAccount.Call(to, 0, data);
    }
}
